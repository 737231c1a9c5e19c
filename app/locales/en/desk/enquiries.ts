import type { enquiries as source } from '../../ar/desk/enquiries.ts'

export const enquiries: typeof source = {
  parts: { label: 'Pages of enquiries', list: 'Enquiries', templates: 'Answer templates' },
  templates: {
    title: 'Answer templates',
    lead: 'Answers at hand in both languages. A template goes into an answer in the language of the sender, and you edit it before sending.',
    add: 'New template',
    create: 'Add the template',
    name: 'Name',
    nameHint: 'For staff only; the sender never sees it.',
    kind: 'For which kind',
    everyKind: 'Every kind',
    body: 'Text',
    updated: 'Last change',
    fields: {
      name: 'the name of the sender',
      reference: 'the number of the enquiry',
      kind: 'the kind of enquiry',
      received: 'the day on which it came',
      institute: 'the name of the institute',
      staff: 'the name of whoever answers',
    },
    remove: 'Remove the template',
    removeHappens: 'It is no longer in the list. Answers that were sent from it stay as they are.',
    none: 'No templates yet',
    noneBody: 'Add an answer that you often write, and insert it by one press.',
    use: 'Start from a template',
    insert: 'Insert the template',
    choose: 'No template',
    done: { created: 'The template was added.', removed: 'The template was removed.' },
  },
}
