import type { profile as source } from '../ar/profile.ts'

export const profile: typeof source = {
  navigation: 'Sections of my account',
  sections: {
    person: 'My details',
    security: 'Security and sign-in',
    orders: 'My orders',
    data: 'My data and deletion',
  },

  person: {
    title: 'My details',
    lead: 'Your name and picture, as the institute and other members see them.',
    email: 'Email',
    emailStays:
      'Your email is how we know your account, and your orders and certificates hang on it, so it cannot be changed.',
  },
}
