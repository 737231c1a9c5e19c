import type { staffEmails as source } from '../../ar/emails/emails-staff.ts'

export const staffEmails: typeof source = {
  roles: {
    Owner: 'owner',
    Admin: 'admin',
    Finance: 'finance officer',
    Content: 'content editor',
    Teacher: 'trainer',
    Student: 'learner',
  },
  invitation: {
    subject: (institute) => `You are invited to work at ${institute}`,
    title: (institute) => `Join the ${institute} team`,
    body: (institute, role) =>
      `You are invited to the ${institute} team as ${role}. Open the link and choose a password to open your account.`,
    valid: (days) => `The link works once, for ${days} days.`,
    notYou: 'The link is for you alone: give it to nobody. If you did not expect this invitation, ignore this message.',
    open: 'Accept the invitation',
  },
  rolesGiven: {
    subject: (institute) => `Your rights at ${institute} have changed`,
    title: 'New rights in your account',
    body: (institute, roles) =>
      `Your ${institute} account now has these roles: ${roles.join(', ')}. Sign in with your usual password.`,
    notYou: 'If you did not expect this change, tell the owner of the institute.',
    open: 'Sign in',
  },
}
