/** A number that its owner recognizes and nobody else can call: `+966 •• ••• ••67`. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 4)} •• ••• ••${phone.slice(-2)}`
}
