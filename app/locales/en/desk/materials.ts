import type { materials as source } from '../../ar/desk/materials.ts'

export const materials: typeof source = {
  title: 'Materials for learners',
  open: 'Materials',
  add: 'Add a file',
  file: 'File',
  fileHint:
    'PDF, Word, Excel, PowerPoint or ZIP up to 20 MB, a picture up to 8 MB, or a video (MP4, WebM) up to 200 MB.',
  name: 'Name that learners see',
  nameHint: 'Leave it empty to show the file’s own name.',
  send: 'Add the file',
  given: 'What the learners of this run see in “My courses”',
  none: 'No materials yet',
  noneBody:
    'Add the slides, the exercises or the recording: everybody with a confirmed place finds it in “My courses”.',
  remove: 'Take back',
  removeNamed: (name) => `Take back: ${name}`,
  done: {
    added: 'The file was added. Learners see it now.',
    removed: 'The file was taken back. Learners no longer see it.',
  },
}
