import { words } from '../lib/words';

export default words({
  en: {
    waiting: 'Waiting', refused: 'Refused', tabs: 'What to look at', count: '{n} {n|waits|wait} for you',
    none: 'Nothing waits for you', none_text: 'What Souvenir is unsure about is held here until a person has looked at it.',
    none_refused: 'Nothing was refused', none_refused_text: 'What a rule keeps out is listed here with the rule and the reason, and can be brought in after all.',
    approve: 'Approve', reject: 'Reject', edit_approve: 'Edit and approve', incorrect: 'Incorrect',
    approve_n: 'Approve {n}', reject_n: 'Reject {n}', select: 'Select “{what}”', select_all: 'Select all', selected: '{n} selected', clear: 'Clear selection',
    why: 'Why it waits', evidence: 'Where it comes from', would_ADD: 'Approving adds it as something new.', would_REINFORCE: 'Approving confirms what is already known.', would_UPDATE: 'Approving refines what is known.', would_SUPERSEDE: 'Approving takes the place of what is known.', would_NOOP: 'Something newer is already known; approving changes nothing.', would_DELETE: 'Approving forgets something.',
    replaces: 'It would replace', compared: 'The difference',
    approved: 'Approved “{what}”', rejected: 'Rejected “{what}”', approved_n: 'Approved {n} {n|memory|memories}', rejected_n: 'Rejected {n} {n|memory|memories}', failed_n: '{n} could not be decided: {reason}',
    news: '{n} more {n|has|have} arrived. Show {n|it|them}', queue: 'What waits for review', log: 'What was refused', all_rules: 'All rules', rule: 'Rule', restore: 'Remember it after all', restored: 'Brought in', restored_it: 'Remembered after all: “{what}”', open_memory: 'Open the memory',
    key_next: 'Next', key_previous: 'Previous', key_approve: 'Approve', key_reject: 'Reject', key_edit: 'Edit and approve', key_incorrect: 'Mark as incorrect', key_select: 'Select', key_all: 'Select all', key_undo: 'Undo', loading_more: 'More are being loaded…',
  },
  zh: {
    waiting: '待审核', refused: '已拒收', tabs: '查看内容', count: '{n} 条等待你处理',
    none: '没有待处理的内容', none_text: 'Souvenir 不确定的内容会保留在这里，直到有人查看。',
    none_refused: '没有被拒收的内容', none_refused_text: '被规则挡下的内容会连同规则和原因列在这里，仍可收入。',
    approve: '批准', reject: '拒绝', edit_approve: '编辑并批准', incorrect: '不正确',
    approve_n: '批准 {n} 条', reject_n: '拒绝 {n} 条', select: '选择“{what}”', select_all: '全选', selected: '已选 {n} 条', clear: '取消选择',
    why: '为什么待审核', evidence: '来源', would_ADD: '批准后作为新记忆加入。', would_REINFORCE: '批准后确认已知的内容。', would_UPDATE: '批准后完善已知的内容。', would_SUPERSEDE: '批准后取代已知的内容。', would_NOOP: '已有更新的内容；批准不会改变什么。', would_DELETE: '批准后会忘记一些内容。',
    replaces: '将会取代', compared: '差异',
    approved: '已批准“{what}”', rejected: '已拒绝“{what}”', approved_n: '已批准 {n} 条记忆', rejected_n: '已拒绝 {n} 条记忆', failed_n: '{n} 条无法处理：{reason}',
    news: '又来了 {n} 条，点击显示', queue: '待审核内容', log: '被拒收内容', all_rules: '所有规则', rule: '规则', restore: '仍然记住', restored: '已收入', restored_it: '已记住：“{what}”', open_memory: '打开记忆',
    key_next: '下一条', key_previous: '上一条', key_approve: '批准', key_reject: '拒绝', key_edit: '编辑并批准', key_incorrect: '标为不正确', key_select: '选择', key_all: '全选', key_undo: '撤销', loading_more: '正在加载更多…',
  },
});
