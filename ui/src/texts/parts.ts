import { words } from '../lib/words';

export default words({
  en: { close: 'Close', cancel: 'Cancel', save: 'Save', loading: 'Loading', confidence: 'Confidence {share}', gone: 'removed:', new: 'added:', again: 'Try again', failed: 'This could not be loaded', more: 'Show more' },
  zh: { close: '关闭', cancel: '取消', save: '保存', loading: '加载中', confidence: '置信度 {share}', gone: '删除：', new: '新增：', again: '重试', failed: '无法加载', more: '显示更多' },
});
