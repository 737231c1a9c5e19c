/** What staff do about searches without results: synonyms, and what is left alone. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { optional, Text } from '../../api/fields.ts'

const Lang = z.enum(['ar', 'en'], 'invalid')

const Synonyms = z.object({
  /** What the words stand for; one of them in most cases. */
  sense: z.string(),
  /** `isOwn`: added by the institute. The others come with the product. */
  words: z.array(z.object({ word: z.string(), isOwn: z.boolean() })),
})
export type Synonyms = z.output<typeof Synonyms>

export const searchMissesEndpoints = {
  dismissMiss: endpoint({
    method: 'POST',
    path: 'admin/search-misses/dismiss',
    summary: 'Takes a term off the list. It comes back when it is searched again in vain.',
    audience: { right: 'search.manage' },
    input: z.object({ term: Text(100), lang: Lang }),
    output: z.object({}),
  }),
  synonyms: endpoint({
    method: 'GET',
    path: 'admin/synonyms',
    summary: 'Words that the search takes for the same, by their sense.',
    audience: { right: 'search.view-misses' },
    input: z.object({}),
    output: z.array(Synonyms),
  }),
  addSynonym: endpoint({
    method: 'POST',
    path: 'admin/synonyms',
    summary:
      'Makes the search find by a word what it finds by another. Both are single words: a search of several is found word by word.',
    audience: { right: 'search.manage' },
    input: z.object({
      word: Text(60),
      /** A word that finds something. */
      sameAs: Text(60),
      /** The search without results that this answers: it is taken off the list. */
      miss: optional(z.object({ term: Text(100), lang: Lang })),
    }),
    output: z.object({ word: z.string(), senses: z.array(z.string()) }),
    creates: true,
    status: 201,
  }),
  removeSynonym: endpoint({
    method: 'POST',
    path: 'admin/synonyms/remove',
    summary: 'Takes a word of the institute out of a sense. Words of the product stay.',
    audience: { right: 'search.manage' },
    input: z.object({ word: Text(60), sense: Text(60) }),
    output: z.object({}),
    problems: ['notFound'],
  }),
}
