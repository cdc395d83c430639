// What a person chose for this browser: the language and the colours.

export type Language = 'en' | 'zh';
export type Theme = 'auto' | 'light' | 'dark';

function read<T extends string>(name: string, allowed: readonly T[], otherwise: T): T {
  const value = localStorage.getItem(name) as T | null;
  return value && allowed.includes(value) ? value : otherwise;
}

class Settings {
  language = $state<Language>(read('language', ['en', 'zh'], navigator.language.startsWith('zh') ? 'zh' : 'en'));
  theme = $state<Theme>(read('theme', ['auto', 'light', 'dark'], 'auto'));

  speak(language: Language) {
    this.language = language;
    localStorage.setItem('language', language);
    this.show();
  }

  paint(theme: Theme) {
    this.theme = theme;
    localStorage.setItem('theme', theme);
    this.show();
  }

  show() {
    document.documentElement.dataset.theme = this.theme;
    document.documentElement.lang = this.language === 'zh' ? 'zh-CN' : 'en';
  }
}

export const settings = new Settings();
settings.show();
