import { words } from '../lib/words';

export default words({
  en: {
    keys: 'Keys', config: 'Settings in effect', keys_about: 'Whoever calls from elsewhere needs a key. A key reaches its own users and nobody else.', keys_admin: 'Keys are shown to admin keys only', keys_admin_text: 'You are signed in with a key for some users.',
    open_door: 'No key exists: whoever is at this machine is let in, and nobody else. With the first key everybody needs one, this page too; you are signed in with it at once.',
    make: 'Make a key', make_first: 'Make the first key', name: 'Name', name_hint: 'A key without users acts for the user of this name.', users: 'Users it may act for', users_hint: 'Separated by commas. Empty means only the user of its own name.', admin: 'Admin: every user, and this page’s operations', first_admin: 'The first key is an admin key, so that you stay in charge.', create: 'Make it',
    secret_title: 'The key is made', secret_text: 'This is the only time it is shown. Only its hash is kept.', copy: 'Copy', copied: 'Copied.', done: 'I have kept it',
    col_name: 'Name', col_reach: 'Acts for', col_made: 'Made', col_used: 'Last used', everyone: 'everybody', never: 'never', revoked: 'revoked', you: 'you', revoke: 'Revoke', revoke_title: 'Revoke “{name}”?', revoke_text: 'Whoever uses it is shut out at once, for good.', revoke_self: 'It is the key that you are signed in with: you will have to sign in again.', revoked_said: '“{name}” was revoked.',
    config_about: 'Read-only: change them in souvenir.yaml, the environment or on the command line.', find: 'Find a setting', only_changed: 'Only what was set', from: 'from', restart: 'needs a restart', live: 'takes effect at once', unset: 'not set', config_none: 'No setting matches.', is_default: 'default', default_was: 'default: {value}',
    signed_in: 'Signed in as {name}', tenant: 'tenant {name}', sign_out: 'Sign out', here: 'At this machine, without a key',
  },
  zh: {
    keys: '密钥', config: '当前设置', keys_about: '从其他地方调用需要密钥。密钥只能访问其所属用户。', keys_admin: '只有管理员密钥可以查看密钥', keys_admin_text: '你使用的密钥只适用于部分用户。',
    open_door: '还没有密钥：只有这台机器上的人可以进入。创建第一个密钥后，所有人（包括本页面）都需要密钥；你会立即用它登录。',
    make: '创建密钥', make_first: '创建第一个密钥', name: '名称', name_hint: '未指定用户的密钥代表同名用户。', users: '可代表的用户', users_hint: '用逗号分隔。留空则只代表同名用户。', admin: '管理员：所有用户，以及本页面的管理功能', first_admin: '第一个密钥是管理员密钥，以便你保持控制。', create: '创建',
    secret_title: '密钥已创建', secret_text: '只显示这一次。服务器只保存其哈希值。', copy: '复制', copied: '已复制。', done: '我已保存',
    col_name: '名称', col_reach: '代表', col_made: '创建于', col_used: '最近使用', everyone: '所有人', never: '从未', revoked: '已吊销', you: '你', revoke: '吊销', revoke_title: '吊销“{name}”？', revoke_text: '使用它的人会立即被永久拒绝。', revoke_self: '这是你登录所用的密钥：你需要重新登录。', revoked_said: '已吊销“{name}”。',
    config_about: '只读：请在 souvenir.yaml、环境变量或命令行中更改。', find: '查找设置', only_changed: '只看已设置的', from: '来自', restart: '需要重启', live: '立即生效', unset: '未设置', config_none: '没有匹配的设置。', is_default: '默认', default_was: '默认：{value}',
    signed_in: '已登录：{name}', tenant: '租户 {name}', sign_out: '退出', here: '在这台机器上，无需密钥',
  },
});
