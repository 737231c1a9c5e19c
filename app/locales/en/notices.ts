import type { notices as source } from '../ar/notices.ts'

export const notices: typeof source = {
  connection: {
    title: 'The connection is gone',
    body: 'What you typed stays here. Try again when the connection is back.',
  },
  offline: {
    title: 'The connection is gone',
    body: 'What you typed stays here. We go on when the connection is back.',
  },
  server: {
    title: 'The site is briefly unavailable',
    body: 'What you typed stays here, and we are bringing the site back now. Try again in a moment.',
  },
  part: { title: 'The page did not load completely', body: 'A part of it failed to load, or took too long.' },
  tryAgain: 'Try again',
  trying: 'Trying…',
}
