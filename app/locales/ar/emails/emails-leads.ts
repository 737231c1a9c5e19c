/** Mails about enquiries. Arabic is the source: English must match its type. */
export const leadEmails = {
  reference: 'الرقم المرجعي',
  confirmation: {
    subject: (reference: string) => `وصلنا ما أرسلته، ورقمه ${reference}`,
    title: 'وصلنا ما أرسلته',
    greeting: 'مرحبًا،',
    body: (kind: string) => `شكرًا لك. هذا ما وصلنا منك: ${kind}. احتفظ بالرقم المرجعي، فبه تتابعه معنا.`,
    action: 'تابع ما أرسلته',
    reason: 'وصلتك هذه الرسالة لأن أحدًا كتب بريدك في نموذج على موقعنا. إن لم تكن أنت فتجاهلها.',
  },
  answer: {
    subject: (reference: string) => `رد على ما أرسلته (${reference})`,
    title: 'رد على ما أرسلته',
    action: 'اقرأ المراسلة وأجب',
    reason: 'وصلك هذا الرد لأنك كتبت إلينا من موقعنا.',
  },
  reply: {
    subject: (reference: string, name: string) => `[${reference}] كتب ${name} من جديد`,
    title: (reference: string) => `رد جديد على ${reference}`,
    body: (name: string) => `كتب ${name}:`,
    action: 'افتح الرسالة في المكتب',
    reason: 'تصل هذه الرسالة إلى من كُلّف بالرد، أو إلى بريد المعهد إن لم يُكلَّف أحد.',
  },
  reminder: {
    subject: (reference: string, day: string) => `[${reference}] موعد الرد ${day}`,
    title: (reference: string) => `${reference} تنتظر ردًّا`,
    body: (kind: string, name: string, day: string) => `${kind} من ${name}. وعدنا بالرد حتى نهاية ${day}.`,
    action: 'افتح الرسالة في المكتب',
    reason: 'يصل هذا التذكير مرة واحدة إلى من كُلّف بالرد، أو إلى بريد المعهد لهذا النوع إن لم يُكلَّف أحد.',
  },
  office: {
    subject: (reference: string, kind: string, name: string) => `[${reference}] ${kind}: ${name}`,
    title: (kind: string) => `${kind} من الموقع`,
    body: (name: string) =>
      `وصل هذا من ${name}. أجب من المكتب ليبقى ردك في المراسلة؛ أما الرد على هذه الرسالة فيذهب إلى بريد المرسل وحده.`,
    action: 'افتح الرسالة في المكتب',
    openCv: 'افتح السيرة الذاتية (سبعة أيام)',
    receivedAt: 'وقت الوصول',
    reason: 'تصل هذه الرسالة إلى بريد المعهد المخصص لهذا النوع من الطلبات.',
  },
}
