import { shell as ar } from './ar/shell.ts'
import { shell as en } from './en/shell.ts'

/** What an installation goes by until its institute is set up: the product's name. */
export const UNNAMED_INSTITUTE = { ar: ar.siteName, en: en.siteName }
