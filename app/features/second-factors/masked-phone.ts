/** A number that only its owner recognises: `+966 •• ••• ••67`. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 4)} •• ••• ••${phone.slice(-2)}`
}
