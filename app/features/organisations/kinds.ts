export const ORGANISATION_KINDS = ['partner', 'client'] as const
