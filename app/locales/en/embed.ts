import type { embed as ar } from '../ar/embed.ts'

export const embed: typeof ar = {
  title: (host) => `A film of ${host}`,
  play: (host) => `Play the film from ${host}`,
  note: (host) => `It is loaded from ${host} once you press, and that site may store data about you.`,
}
