import { words } from '../lib/words';

export default words({
  en: {
    about: 'Assistants and characters: what each is called, which model reads for it, and how closely it gets to know somebody.',
    add: 'Describe an agent', edit: 'Edit', none: 'No agent was described yet', none_text: 'An agent that nobody described extracts as the server is configured. Describe one to give it a name, a model or another level of immersion.',
    id: 'Id', id_hint: 'As applications name it in their requests. It cannot be changed later.', name: 'Character name', name_hint: 'How the character is called in prompts.', model: 'Model', model_hint: 'Empty means the configured one.', temperature: 'Temperature', temperature_hint: 'Empty means the style’s own.',
    immersion: 'Immersion', level_minimal: 'Minimal', level_balanced: 'Balanced', level_full: 'Full', level_unbounded: 'Unbounded', level_note_minimal: 'facts and projects', level_note_balanced: 'and what was lived through', level_note_full: 'and stories', level_note_unbounded: 'and the relationship itself',
    overrides: 'Overrides', overrides_hint: 'Against the level, type by type.', by_level: 'By level', always: 'Always', never: 'Never',
    keeps: 'What it keeps', keeps_not: 'not kept', by_override: 'by override', emotions: 'Notes how much a memory moved somebody', people: 'Notes who took part',
    styles: 'Styles', styles_hint: 'None means as the server is configured.', configured: 'configured model',
    type_fact: 'Facts', type_project: 'Projects', type_experience: 'Experiences', type_story: 'Stories', type_relationship: 'Relationship',
    saved: '{name} was saved.', remove: 'Remove', remove_title: 'Remove {name}?', remove_text: 'It extracts as the server is configured from then on. Its memories stay.', removed: '{name} was removed.', changed: 'Changed', read_only: 'Only an admin key may change agents.',
  },
  zh: {
    about: '助手与角色：名称、用于读取的模型，以及对用户了解的深度。',
    add: '描述智能体', edit: '编辑', none: '还没有描述任何智能体', none_text: '未描述的智能体按服务器配置提取。可为其设置名称、模型或不同的沉浸级别。',
    id: '标识', id_hint: '应用程序在请求中使用的名称，之后不能更改。', name: '角色名', name_hint: '提示词中对角色的称呼。', model: '模型', model_hint: '留空则使用已配置的模型。', temperature: '温度', temperature_hint: '留空则由方式决定。',
    immersion: '沉浸级别', level_minimal: '最低', level_balanced: '均衡', level_full: '完整', level_unbounded: '无限', level_note_minimal: '事实与项目', level_note_balanced: '以及经历', level_note_full: '以及故事', level_note_unbounded: '以及关系本身',
    overrides: '例外', overrides_hint: '逐个类型覆盖级别的设定。', by_level: '按级别', always: '总是', never: '从不',
    keeps: '会记住的内容', keeps_not: '不记住', by_override: '来自例外', emotions: '记录情感强度', people: '记录参与者',
    styles: '方式', styles_hint: '不选则按服务器配置。', configured: '已配置的模型',
    type_fact: '事实', type_project: '项目', type_experience: '经历', type_story: '故事', type_relationship: '关系',
    saved: '已保存 {name}。', remove: '移除', remove_title: '移除 {name}？', remove_text: '此后按服务器配置提取。其记忆会保留。', removed: '已移除 {name}。', changed: '更改于', read_only: '只有管理员密钥可以更改智能体。',
  },
});
