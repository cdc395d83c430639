import { api } from '../api/client';
import type { Facets } from '../api/schema';
import { colourOf, type Colour } from '../parts/Badge.svelte';
import { known } from './texts';

const none: Facets = { statuses: [], types: [], categories: [], origins: [], agents: [], tags: [] };

// Kinds knows what a user's memories can be narrowed by, and the colours of categories.
class Kinds {
  facets = $state.raw<Facets>(none);
  #asked: AbortController | undefined;

  async look(user: string, status?: string) {
    this.#asked?.abort();
    const { signal } = (this.#asked = new AbortController());
    try {
      this.facets = await api.get('/api/v1/facets', { query: { user, status: status as 'active' | undefined }, signal });
    } catch {
      // Without counts one can still look at memories; whoever lists them says what is wrong.
    }
  }

  colour(category: string): Colour {
    return colourOf(this.facets.categories.find((one) => one.name === category)?.colour);
  }

  name = (category: string) => known('memories', 'category', category);
}

export const kinds = new Kinds();
