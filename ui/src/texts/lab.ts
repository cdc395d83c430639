import { words } from '../lib/words';

export default words({
  en: {
    about: 'Ask as an application would, and see what comes back, why, and what would be put into the prompt.',
    query: 'Query', placeholder: 'What should I cook tonight?', agent: 'Agent', any_agent: 'Any', budget: 'Budget, in tokens', at: 'As of', now: 'Now', limit: 'Memories at most', turns: 'Raw turns at most', profile: 'Profile apart', format: 'Form', format_block: 'Between tags', format_postfix: 'Postfix', more: 'More', run: 'Recall',
    begin: 'Ask something', begin_text: 'The words of the query and its meaning are looked for side by side; each hit shows what its score is made of.',
    took: '{n} memories and {m} turns in {took}', nothing: 'Nothing that is known bears on this.',
    ranking: 'Ranking', lists: 'Lists', block: 'Block', memories: 'Memories', memories_label: 'Memories, best first', raw: 'What was said', facts: 'Facts that always come along', in_block: 'in the block', left_out: 'left out by the budget', score: 'Score', rank: 'No. {n}',
    list_words: 'By words', list_meaning: 'By meaning', list_fused: 'Fused', lists_text: 'Each list on its own, and what they become together with the weights of each memory.', moved_up: 'up {n}', moved_down: 'down {n}', not_in: 'in neither list', list_empty: 'Nothing is in this list.',
    block_text: 'What an application puts into its prompt.', profile_text: 'The profile: the same from query to query, for the beginning of the prompt.', tokens: '{n} of {budget} tokens', empty_block: 'The block is empty.', copy: 'Copy', copied: 'Copied.',
    part_words: 'words', part_meaning: 'meaning', part_key: 'key', part_time: 'time', part_priority: 'priority', part_type: 'type', part_importance: 'importance', part_confidence: 'confidence', part_confirmations: 'confirmations', part_recency: 'recency', part_decay: 'decay', part_around: 'around', part_speaker: 'speaker',
    key_words: 'Words that both share', key_meaning: 'Nearness in meaning', key_place: 'Key, time, speaker, neighbours', key_weight: 'Priority, type, importance, confidence, recency',
  },
  zh: {
    about: '像应用程序那样提问，看看会召回什么、为什么，以及提示词中会放入什么。',
    query: '查询', placeholder: '今晚做什么吃？', agent: '智能体', any_agent: '任意', budget: '预算（令牌）', at: '截至', now: '现在', limit: '记忆上限', turns: '原始发言上限', profile: '单独给出档案', format: '形式', format_block: '标签之间', format_postfix: '后缀', more: '更多', run: '召回',
    begin: '提个问题', begin_text: '同时按词语和含义查找；每条结果都会显示得分的组成。',
    took: '{n} 条记忆和 {m} 条发言，用时 {took}', nothing: '没有与此相关的内容。',
    ranking: '排名', lists: '列表', block: '注入块', memories: '记忆', memories_label: '记忆，最相关的在前', raw: '原始发言', facts: '总会附带的事实', in_block: '在注入块中', left_out: '超出预算', score: '得分', rank: '第 {n} 位',
    list_words: '按词语', list_meaning: '按含义', list_fused: '融合后', lists_text: '每个列表各自的顺序，以及与各记忆权重融合后的结果。', moved_up: '上升 {n}', moved_down: '下降 {n}', not_in: '不在任何列表中', list_empty: '此列表为空。',
    block_text: '应用程序放入提示词的内容。', profile_text: '档案：各次查询之间保持不变，放在提示词开头。', tokens: '{n} / {budget} 令牌', empty_block: '注入块为空。', copy: '复制', copied: '已复制。',
    part_words: '词语', part_meaning: '含义', part_key: '键', part_time: '时间', part_priority: '优先级', part_type: '类型', part_importance: '重要性', part_confidence: '置信度', part_confirmations: '确认次数', part_recency: '新近度', part_decay: '衰减', part_around: '相邻', part_speaker: '说话人',
    key_words: '共有的词语', key_meaning: '含义相近', key_place: '键、时间、说话人、相邻', key_weight: '优先级、类型、重要性、置信度、新近度',
  },
});
