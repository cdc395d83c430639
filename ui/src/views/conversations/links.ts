import { address } from '../../lib/route.svelte';

export const toMemory = (user: string, id: string) => address('/', { user, memory: id });
export const toConversation = (user: string, id: string, message = '') => address(`/conversations/${encodeURIComponent(id)}`, { user, message });
