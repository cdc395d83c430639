import { words } from '../lib/words';

export default words({
  en: {
    memories: 'Memories', review: 'Review', conversations: 'Conversations', people: 'People', agents: 'Agents', operations: 'Operations', lab: 'Recall lab', settings: 'Settings',
    views: 'Views', skip: 'Skip to the content', menu: 'Menu', waiting: '{n} {n|memory waits|memories wait} for review',
    whose: 'Whose memory', another: 'Another user…', which: 'Name of the user', open: 'Open',
    theme: 'Colours', theme_auto: 'As the system', theme_light: 'Light', theme_dark: 'Dark', language: 'Language',
    away: 'The server is away; trying again.', undo: 'Undo', undone: 'Taken back: {what}', dismiss: 'Dismiss', notices: 'Notices',
    help: 'Keyboard shortcuts', help_show: 'Show this help', help_go: 'Go to {view}', nothing: 'There is nothing at this address.', home: 'Go to the memories',
    sign_in: 'Sign in', sign_in_text: 'This server lets in whoever has a key. `souvenir keys add NAME` makes one.', key: 'Key', sign_out: 'Sign out', signed_in_as: 'Signed in as {name}',
    nobody: 'Nothing is remembered about anybody yet', nobody_text: 'As soon as somebody talks to an assistant that uses Souvenir, they appear here. Or begin with a name of your own.',
  },
  zh: {
    memories: '记忆', review: '审核', conversations: '对话', people: '用户', agents: '智能体', operations: '运行', lab: '召回实验', settings: '设置',
    views: '页面', skip: '跳到内容', menu: '菜单', waiting: '{n} 条记忆待审核',
    whose: '谁的记忆', another: '其他用户…', which: '用户名', open: '打开',
    theme: '配色', theme_auto: '跟随系统', theme_light: '浅色', theme_dark: '深色', language: '语言',
    away: '服务器暂时无法连接，正在重试。', undo: '撤销', undone: '已撤销：{what}', dismiss: '关闭', notices: '通知',
    help: '键盘快捷键', help_show: '显示此帮助', help_go: '前往{view}', nothing: '此地址没有内容。', home: '前往记忆',
    sign_in: '登录', sign_in_text: '此服务器需要密钥才能进入。用 `souvenir keys add NAME` 创建密钥。', key: '密钥', sign_out: '退出', signed_in_as: '已登录：{name}',
    nobody: '还没有记住任何人的任何事', nobody_text: '一旦有人与使用 Souvenir 的助手交谈，就会出现在这里。也可以自己输入一个名字开始。',
  },
});
