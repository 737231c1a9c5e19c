/** What pages say; errors and mails have files of their own that browsers never load. */
import { catalogue } from './catalogue.ts'
import { identity } from './identity.ts'
import { orders } from './orders.ts'
import { pages } from './pages.ts'
import { shell } from './shell.ts'
import { ui } from './ui.ts'

export const texts = { catalogue, identity, orders, pages, shell, ui }
