// mood guesses from a few words whether a feeling is bright or dark, from -1 to 1, so that an
// emotional arc can be drawn. Words that it does not know are in the middle; the words themselves
// stand beside the curve, so nothing is lost by a wrong guess.

const bright = /\b(happ\w*|joy\w*|glad\w*|delight\w*|excit\w*|hope\w*|grateful|gratitude|thank\w*|relie\w*|proud|pride|love\w*|warm\w*|calm\w*|content\w*|cheer\w*|confiden\w*|optimis\w*|satisf\w*|amus\w*|playful|enthus\w*|touched|comfort\w*|eager|inspir\w*|reassur\w*|tender\w*|peace\w*|curious|motivat\w*|energ\w*|encourag\w*|friendly|positive)\b|高兴|开心|快乐|喜悦|兴奋|希望|期待|感激|感动|欣慰|骄傲|自豪|温暖|平静|满意|满足|放松|轻松|安心|乐观|愉快|幸福|好奇|积极/giu;
const dark = /\b(sad\w*|unhappy|sorrow\w*|grie\w*|ang\w*|annoy\w*|frustrat\w*|anxi\w*|worr\w*|afraid|fear\w*|scared|stress\w*|tired|exhaust\w*|weary|lone\w*|hurt\w*|pain\w*|guilt\w*|asham\w*|hopeless\w*|despair\w*|disappoint\w*|upset|nervous\w*|overwhelm\w*|confus\w*|doubt\w*|tense|tension|irritat\w*|bitter\w*|homesick\w*|regret\w*|bored|negative|melanchol\w*|hesita\w*|cold)\b|难过|伤心|悲伤|生气|愤怒|烦躁|沮丧|焦虑|担心|害怕|恐惧|压力|疲惫|累|孤独|痛苦|内疚|羞愧|绝望|失望|紧张|困惑|怀疑|后悔|无聊|忧|低落|消极|委屈/giu;
const faint = /\b(a little|slight\w*|somewhat|a bit|mild\w*|curious|calm\w*|neutral)\b|有点|有些|略|稍|平静|好奇/iu;
const strong = /\b(very|deep\w*|great\w*|extreme\w*|overjoyed|thrilled|ecstatic|furious|devastat\w*|despair\w*|terrified)\b|非常|极|特别|深深/iu;
const denied = /\b(not|no longer|less|without)\b|不再|不|没/iu;

export function mood(words: string): number {
  const up = words.match(bright)?.length ?? 0;
  const down = words.match(dark)?.length ?? 0;
  if (up === down) return 0;
  const size = strong.test(words) ? 1 : faint.test(words) ? 0.3 : Math.min(0.9, 0.45 + 0.2 * Math.abs(up - down));
  const sign = up > down ? 1 : -1;
  return denied.test(words) ? -0.4 * sign : sign * size;
}
