export { mailLink, phoneLink, whatsappLink } from '../links.ts'
