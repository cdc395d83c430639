import { words } from '../lib/words';

export default words({
  en: {
    admin: 'This needs an admin key', admin_text: 'Sign in with a key that may operate the server.',
    running: 'Working', idle: 'At rest', paused: 'Paused', pause: 'Pause', resume: 'Resume',
    waiting: 'Waiting', at_work: '{n} at work', rate: 'Rate', per_minute: '{n}/min', rate_note: 'jobs that ended, in the last 5 minutes', oldest: 'Oldest waits', none: 'none', failed: 'Failed', dropped: '{n} dropped', nothing_failed: 'nothing to look at',
    ended: 'Jobs by minute', ended_label: '{done} jobs done and {failed} failed in the last hour', done: 'done', hour: 'the last hour', column_jobs: '{at}: {done} done, {failed} failed',
    jobs_failed: 'What failed', jobs_none: 'Nothing failed. Jobs that do appear here, with the reason.', retry: 'Retry', retry_all: 'Retry all', retried: '{n} {n|job is|jobs are} tried again.', attempts: '{n} {n|attempt|attempts}', reply: 'What the model said', state_failed: 'failed', state_dropped: 'dropped',
    kind_extract: 'Reading messages', 'kind_analyze': 'Analysis', 'kind_auto-analyze': 'Analysis that fell due', kind_reprocess: 'Reading again',
    model: 'Model', model_none: 'No model', model_none_text: 'Remembering works by rules. Set llm.endpoint and llm.model to read with a model.', model_unknown: 'Not asked yet', model_well: 'Answers', model_failing: 'Fails', check: 'Check now', checked_well: 'The model answers.', last_call: 'Last call', last_error: 'Last error', calls: 'Calls since the start', failures: '{n} failed', times: 'How long the last {n} calls took, up to {most}',
    spend: 'Tokens and spend', tokens_label: '{in} tokens in and {out} out in the last 30 days', today: 'Today', of_budget: '{share} of {budget} for the day', no_budget: 'no limit for the day', tokens: 'tokens', col_tokens: 'Tokens', cost_today: 'Spent today', cost_month: 'In 30 days', no_price: 'Set llm.price_in and llm.price_out to see what it costs.', in: 'in', cached: 'in, cached', out: 'out', column_day: '{day}: {in} in, {out} out', by_style: 'By style and model', style: 'Style', windows: 'Windows', empty: 'Empty', proposed: 'Proposed', refused: 'Refused', no_model: 'no model',
    rejects: 'Refused, by rule', rejects_none: 'Nothing was refused yet.', rejects_label: 'Refusals by rule', see_rejects: 'Look at them',
    importance: 'Importance', importance_none: 'No memory has an importance yet.', importance_label: 'Active memories by importance, 1 to 10', column_importance: 'Importance {level}: {n}', high: '{share} have 8 or more', per_talk: '{n} memories per conversation', empty_share: 'nothing found in {share} of windows',
    audit: 'Audit', audit_text: 'Looks through all active memories for what should not be there.', run: 'Run the audit', again: 'Run again', audited: '{n} {n|memory|memories} looked at', everybody: 'Everybody', fine: 'Nothing is wrong.', fix: 'Mend…', fix_title: 'What would be done', fix_text: 'All of it is in the history and can be undone.', fix_do: 'Mend {n} {n|memory|memories}', fixed: '{n} {n|memory|memories} mended.', fix_nothing: 'There is nothing to mend.', and_more: 'and {n} more', than: 'beside', findings: 'Findings', all_checks: 'All',
    check_junk: 'Junk', check_duplicates: 'Duplicates', check_contradictions: 'Contradictions', check_stale: 'Out of date', check_unfounded: 'Unfounded', check_loops: 'Loops',
    fix_end: 'end', fix_expire: 'expire', fix_merge: 'merge', fix_review: 'to review', fix_none: 'protected',
  },
  zh: {
    admin: '需要管理员密钥', admin_text: '请使用可管理服务器的密钥登录。',
    running: '工作中', idle: '空闲', paused: '已暂停', pause: '暂停', resume: '继续',
    waiting: '等待中', at_work: '{n} 个处理中', rate: '速率', per_minute: '{n}/分钟', rate_note: '最近 5 分钟内完成的任务', oldest: '最长等待', none: '无', failed: '失败', dropped: '{n} 个被丢弃', nothing_failed: '没有需要查看的',
    ended: '每分钟任务', ended_label: '过去一小时完成 {done} 个任务，失败 {failed} 个', done: '完成', hour: '过去一小时', column_jobs: '{at}：完成 {done}，失败 {failed}',
    jobs_failed: '失败的任务', jobs_none: '没有失败的任务。失败的任务会连同原因显示在这里。', retry: '重试', retry_all: '全部重试', retried: '正在重试 {n} 个任务。', attempts: '{n} 次尝试', reply: '模型的回复', state_failed: '失败', state_dropped: '已丢弃',
    kind_extract: '读取消息', 'kind_analyze': '分析', 'kind_auto-analyze': '到期的分析', kind_reprocess: '重新读取',
    model: '模型', model_none: '未配置模型', model_none_text: '目前按规则记忆。设置 llm.endpoint 和 llm.model 即可使用模型。', model_unknown: '尚未询问', model_well: '正常', model_failing: '出错', check: '立即检查', checked_well: '模型正常应答。', last_call: '最近调用', last_error: '最近错误', calls: '启动以来的调用', failures: '{n} 次失败', times: '最近 {n} 次调用的耗时，最长 {most}',
    spend: '令牌与花费', tokens_label: '过去 30 天输入 {in} 个令牌，输出 {out} 个', today: '今天', of_budget: '今日 {budget} 的 {share}', no_budget: '每日无上限', tokens: '令牌', col_tokens: '令牌', cost_today: '今日花费', cost_month: '30 天花费', no_price: '设置 llm.price_in 和 llm.price_out 可查看花费。', in: '输入', cached: '输入（缓存）', out: '输出', column_day: '{day}：输入 {in}，输出 {out}', by_style: '按方式与模型', style: '方式', windows: '窗口', empty: '无内容', proposed: '提出', refused: '拒绝', no_model: '无模型',
    rejects: '按规则统计的拒绝', rejects_none: '还没有拒绝任何内容。', rejects_label: '各规则的拒绝数', see_rejects: '查看',
    importance: '重要性', importance_none: '还没有带重要性的记忆。', importance_label: '有效记忆按重要性 1 到 10 的分布', column_importance: '重要性 {level}：{n}', high: '{share} 为 8 或以上', per_talk: '每个对话 {n} 条记忆', empty_share: '{share} 的窗口没有内容',
    audit: '审计', audit_text: '检查所有有效记忆中不该存在的内容。', run: '运行审计', again: '重新运行', audited: '已检查 {n} 条记忆', everybody: '所有人', fine: '没有问题。', fix: '修复…', fix_title: '将会做什么', fix_text: '所有更改都记录在历史中，可以撤销。', fix_do: '修复 {n} 条记忆', fixed: '已修复 {n} 条记忆。', fix_nothing: '没有需要修复的。', and_more: '还有 {n} 条', than: '对照', findings: '发现', all_checks: '全部',
    check_junk: '无用', check_duplicates: '重复', check_contradictions: '矛盾', check_stale: '过期', check_unfounded: '无依据', check_loops: '循环',
    fix_end: '结束', fix_expire: '过期', fix_merge: '合并', fix_review: '转审核', fix_none: '受保护',
  },
});
