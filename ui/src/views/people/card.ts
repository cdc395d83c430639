import type { RoleCard } from '../../api/schema';

// told are the traits that prompts are told; the others are kept with the card.
export const told = ['personality', 'communicationStyle', 'values', 'interests', 'emotionalNeeds', 'preferences'] as const;
export const others = ['background', 'lifeMilestones', 'socialRelations', 'selfPerception'] as const;
export const traits = [...told, ...others];
export type TraitName = (typeof traits)[number];

// Form is a role card as a person edits it.
export type Form = {
  name: string;
  summary: string;
  language: string;
  traits: Record<TraitName, { words: string; points: string }>;
  relations: { who: string; what: string }[];
};

export function formOf(card?: RoleCard): Form {
  const core = card?.coreLayer;
  return {
    name: core?.basicIdentity?.name ?? '',
    summary: core?.basicIdentity?.summary ?? '',
    language: card?.language ?? '',
    traits: Object.fromEntries(traits.map((name) => [name, { words: core?.[name]?.summary ?? '', points: (core?.[name]?.keyPoints ?? []).join('\n') }])) as Form['traits'],
    relations: Object.entries(card?.relations ?? {}).map(([who, what]) => ({ who, what })),
  };
}

// cardOf is the card that a form makes. What a card holds besides, such as shortened traits, stays.
export function cardOf(form: Form, before?: RoleCard): RoleCard {
  const core: NonNullable<RoleCard['coreLayer']> = { ...before?.coreLayer };
  const name = form.name.trim();
  const summary = form.summary.trim();
  if (name || summary) core.basicIdentity = { ...(name && { name }), ...(summary && { summary }) };
  else delete core.basicIdentity;
  for (const trait of traits) {
    const words = form.traits[trait].words.trim();
    const points = form.traits[trait].points.split('\n').map((line) => line.trim()).filter(Boolean);
    const short = core[trait]?.compressed;
    if (words || points.length) core[trait] = { ...(words && { summary: words }), ...(points.length && { keyPoints: points }), ...(short && { compressed: short }) };
    else delete core[trait];
  }
  const card: RoleCard = {};
  if (Object.keys(core).length) card.coreLayer = core;
  if (form.language.trim()) card.language = form.language.trim();
  const relations = Object.fromEntries(form.relations.map(({ who, what }) => [who.trim(), what.trim()]).filter(([who, what]) => who && what));
  if (Object.keys(relations).length) card.relations = relations;
  return card;
}

// readForm reads a draft; one that cannot be read is none.
export function readForm(text: string): Form | undefined {
  try {
    const form = JSON.parse(text) as Form;
    return typeof form.name === 'string' && traits.every((name) => typeof form.traits[name].words === 'string') && Array.isArray(form.relations) ? form : undefined;
  } catch {
    return undefined;
  }
}
