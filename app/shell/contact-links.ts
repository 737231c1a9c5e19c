import { foldDigits } from '../locales/digits.ts'

const digitsOf = (phone: string) => foldDigits(phone).replace(/\D/g, '')

export const phoneLink = (phone: string) => `tel:+${digitsOf(phone)}`
export const whatsappLink = (phone: string) => `https://wa.me/${digitsOf(phone)}`
export const mailLink = (address: string) => `mailto:${address}`
