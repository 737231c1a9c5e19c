/** Words in braces that a message to learners knows; each stands for what is the learner's own. */
import { unknownFieldOf } from '../mail-notes/mail-notes.ts'

/** The first field that a message does not know, without its braces; undefined when all are known. */
export const unknownMessageField = (text: string): string | undefined => unknownFieldOf(['name'], text)
