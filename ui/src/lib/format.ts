import { settings } from './settings.svelte';

const locale = () => (settings.language === 'zh' ? 'zh-CN' : 'en-GB');

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86400],
  ['month', 30 * 86400],
  ['week', 7 * 86400],
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
];

// ago says how long ago something was, or how far ahead it is.
export function ago(at: string | Date, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'short' });
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, 'second');
}

export function moment(at: string | Date): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

export function day(at: string | Date): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(new Date(at));
}

export function clock(at: string | Date): string {
  return new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(new Date(at));
}

export function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: digits }).format(share);
}

export function number(n: number, digits = 0): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(n);
}

export function short(n: number): string {
  return new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(n);
}

// span says how long something took or has waited.
export function span(seconds: number): string {
  const unit = (n: number, u: string) => new Intl.NumberFormat(locale(), { style: 'unit', unit: u, unitDisplay: 'short', maximumFractionDigits: n < 10 ? 1 : 0 }).format(n);
  if (seconds < 1) return unit(Math.round(seconds * 1000), 'millisecond');
  if (seconds < 120) return unit(seconds, 'second');
  if (seconds < 7200) return unit(seconds / 60, 'minute');
  if (seconds < 172800) return unit(seconds / 3600, 'hour');
  return unit(seconds / 86400, 'day');
}
