/** For how long personal data of companies' people are stored, as stated in the privacy policy. */

/** Of a contact, after the company's last quote or purchase. */
export const CONTACT_MONTHS = 36
/** Of who was asked for, and who answered, in a quote that nobody accepted. */
export const QUOTE_MONTHS = 24
/** Of the same in a purchase: its invoice is stored as long. */
export const PURCHASE_YEARS = 7
/** Of employees whom a company has named for a seat, after its run has ended; without a run, after the purchase. */
export const NAME_MONTHS = 12
