import { isIban } from '../refunds/iban.ts'

/** The institute's own account is at a Saudi bank: transfers are paid in riyals. */
export const isSaudiIban = (iban: string): boolean => /^SA\d{22}$/.test(iban) && isIban(iban)
