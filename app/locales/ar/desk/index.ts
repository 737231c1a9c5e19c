/** The texts of the desk, one file for each room. */
import { frame } from './frame.ts'

export const deskTexts = { frame }
