import { words } from '../lib/words';

export default words({
  en: { soon: 'This view is still to come.' },
  zh: { soon: '此页面即将推出。' },
});
