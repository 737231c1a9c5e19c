import { Link, useLoaderData } from 'react-router'
import { companiesOfSender, institutionOf } from '../../../desk/company-of-sender.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel, RecordSides, Trail } from '../../../desk/ui/panel.tsx'
import { linksFor } from '../../../links.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import type { LeadStatus } from '../contract.ts'
import { AnswerDue } from './answer-due.tsx'
import { ApplicationPanel, scoresIn } from './application-panel.tsx'
import { ConversationPanel, withTemplate } from './conversation-panel.tsx'
import { MergeCommand, MergedInto, SenderPanels } from './enquiry-merging.tsx'
import { EnquiryOrder, ordersFor } from './enquiry-order.tsx'
import styles from './enquiry-page.module.css'
import { EnquiryStatus } from './enquiry-status.tsx'

export const loader = deskLoader(async (page, { request, params }) => {
  const { api, now } = page
  const reference = params.reference ?? ''
  const [enquiry, templates, assignees, { rights }] = await Promise.all([
    api.leads.lead({ reference }),
    api.leads.leadTemplates({ reference }),
    api.leads.leadAssignees({}),
    api.desk.me({}),
  ])
  const mayAddCompany = enquiry.kind === 'quote' && rights.includes('companies.manage')
  const mayQuote = mayAddCompany && rights.includes('quotes.manage') && !enquiry.mergedInto
  const { done, order } = queryOf(request)
  const { chosen: company } = mayAddCompany
    ? await companiesOfSender(api.companies, { email: enquiry.email ?? '', institution: institutionOf(enquiry) })
    : { chosen: null }
  const orders =
    rights.includes('orders.view') && enquiry.kind !== 'trainer' && !enquiry.mergedInto
      ? await ordersFor(page, enquiry, order)
      : null
  const review = enquiry.kind === 'trainer' ? await api.leads.applicationReview({ reference }) : null
  const mayMakeTrainer = rights.includes('courses.change')
  return {
    enquiry,
    orders,
    review,
    mayMakeTrainer,
    templates,
    assignees,
    mayAddCompany,
    company: company && { id: company.id, name: company.name },
    mayQuote,
    press: crypto.randomUUID(),
    now: now.toISOString(),
    done,
  }
})

type Change = { status?: LeadStatus | ''; assignee?: string; note?: string }

/** A change of the enquiry by the fields of a form. */
const change =
  (changeIn: (text: (name: string) => string) => Change) =>
  async ({ api, lang }: PageRequest, form: FormData, { params }: { params: { reference?: string } }) => {
    const reference = params.reference ?? ''
    await api.leads.changeLead({ reference, ...changeIn((name) => String(form.get(name) ?? '')) } as never)
    return { to: deskLink(lang, await pathAfter(api, reference), { done: 'saved' }) }
  }

/** A person who sees only their own enquiries no longer sees one that they assigned to a colleague. */
async function pathAfter(api: PageRequest['api'], reference: string): Promise<string> {
  const { items } = await api.leads.leads({ SearchTerm: reference })
  return items.some((item) => item.reference === reference) ? `enquiries/${reference}` : 'enquiries'
}

export const action = deskAction({
  answer: async ({ api, lang }, form, { params }) => {
    const { reference } = params
    const [body, press, seen, status] = ['body', 'press', 'seen', 'status'].map((name) => form.get(name))
    await api.leads.answerLead({ reference, body, press, seen, status } as never)
    return { to: deskLink(lang, `enquiries/${reference}`, { done: 'answered' }) }
  },
  template: async ({ api }, form, { params }) => {
    const [written = '', chosen = '', status = ''] = ['body', 'template', 'status'].map((name) =>
      String(form.get(name) ?? ''),
    )
    const templates = await api.leads.leadTemplates({ reference: params.reference ?? '' })
    return { result: { body: withTemplate(written, templates, chosen), status } }
  },
  status: change((text) => ({ status: text('status') as LeadStatus, note: text('note') })),
  assign: change((text) => ({ assignee: text('assignee'), note: text('note') })),
  score: async ({ api, lang }, form, { params }) => {
    await api.leads.scoreApplication({ reference: params.reference, ...scoresIn(form) } as never)
    return { to: deskLink(lang, `enquiries/${params.reference}`, { done: 'saved' }) }
  },
  merge: async ({ api, lang }, form, { params }) => {
    const merged = await api.leads.mergeLead({ reference: params.reference, into: form.get('into') } as never)
    return { to: deskLink(lang, `enquiries/${merged.reference}`, { done: 'merged' }) }
  },
  order: async ({ api, lang }, form, { params }) => {
    await api.leads.setLeadOrder({ reference: params.reference, order: form.get('order') } as never)
    return { to: deskLink(lang, `enquiries/${params.reference}`, { done: 'saved' }) }
  },
  addNote: change((text) => ({ note: text('note') })),
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

type Data = Awaited<ReturnType<typeof loader>>

export const meta = deskMeta<'people', Data>('people', (t, data) => data?.enquiry.reference ?? t.enquiries.title)

export default function EnquiryPage() {
  const t = useDeskTexts('people')
  const lang = useLang()
  const {
    enquiry,
    orders,
    review,
    mayMakeTrainer,
    templates,
    assignees,
    mayAddCompany,
    company,
    mayQuote,
    press,
    now,
    done,
  } = useLoaderData<typeof loader>()
  const { reference, email, phone, sameAs, cv } = enquiry
  // The order that it is about is read before answering; to look for one comes after.
  const orderPanel = orders ? <EnquiryOrder enquiry={enquiry} orders={orders} /> : null
  return (
    <>
      <DeskHead
        title={<bdi>{reference}</bdi>}
        lead={t.kinds[enquiry.kind]}
        above={{ title: t.enquiries.title, path: 'enquiries' }}
        badge={<EnquiryStatus status={enquiry.status} />}
      >
        {company ? (
          <ButtonLink to={deskLink(lang, `companies/${company.id}`)} variant="quiet" icon="building">
            <bdi>{inLang(company.name, lang)}</bdi>
          </ButtonLink>
        ) : mayAddCompany ? (
          <ButtonLink to={deskLink(lang, 'companies/new', { enquiry: reference })} variant="quiet" icon="plus">
            {t.enquiry.addCompany}
          </ButtonLink>
        ) : null}
        {mayQuote ? (
          <ButtonLink to={deskLink(lang, 'quotes/new', { enquiry: reference })} icon="document">
            {t.enquiry.quote}
          </ButtonLink>
        ) : null}
      </DeskHead>
      {done ? <DoneAlert>{done === 'answered' ? t.conversation.sent : t.enquiry.saved}</DoneAlert> : null}
      <MergedInto reference={enquiry.mergedInto} />
      <RecordSides
        next={enquiry.mergedInto ? t.enquiry.trail : t.enquiry.actions}
        aside={
          <>
            {enquiry.mergedInto ? null : (
              <Panel title={t.enquiry.actions} isForScreen>
                <Changes key={enquiry.history.length} enquiry={enquiry} assignees={assignees} />
              </Panel>
            )}
            <Panel title={t.enquiry.trail}>
              <History events={enquiry.history} />
            </Panel>
          </>
        }
      >
        <Panel title={t.enquiry.facts}>
          <Facts
            facts={[
              [t.enquiries.sender, <bdi key="sender">{enquiry.name ?? t.erased}</bdi>],
              [t.enquiry.email, email ? <Contact key="email" href={`mailto:${email}`} text={email} /> : null],
              [t.enquiry.phone, phone ? <Contact key="phone" href={`tel:${phone}`} text={phone} /> : null],
              [t.enquiry.language, t.enquiry.languages[enquiry.lang]],
              [t.enquiries.received, <Moment key="received" iso={enquiry.receivedAt} />],
              [
                t.enquiries.due,
                enquiry.answerDueAt ? <AnswerDue key="due" at={enquiry.answerDueAt} now={now} /> : null,
              ],
              [t.enquiries.assignee, <bdi key="assignee">{enquiry.assignee?.name ?? t.enquiries.nobody}</bdi>],
              [
                t.enquiry.sameAs,
                sameAs ? (
                  <Link key="same" to={deskLink(lang, `enquiries/${sameAs}`)}>
                    <bdi>{sameAs}</bdi>
                  </Link>
                ) : null,
              ],
              ...enquiry.facts.map(
                ({ name, label, value }) =>
                  [
                    label,
                    <bdi key={name} className={styles.value}>
                      {value}
                    </bdi>,
                  ] as const,
              ),
              [t.enquiry.quotes, enquiry.quotes.length > 0 ? <Quotes key="quotes" quotes={enquiry.quotes} /> : null],
              [t.enquiry.file, cv ? <bdi key="cv">{cv.name}</bdi> : null],
              [
                t.enquiry.agreedTo,
                enquiry.privacyVersion === null ? null : (
                  <a key="privacy" href={linksFor(lang).policyVersion('privacy', enquiry.privacyVersion)}>
                    {t.enquiry.privacy(enquiry.privacyVersion)}
                  </a>
                ),
              ],
              [t.enquiry.eraseAt, <Moment key="erase" iso={enquiry.eraseAt} />],
            ]}
          />
        </Panel>
        {review ? (
          <ApplicationPanel key={review.reviews.map(({ at }) => at).join()} {...{ enquiry, review, mayMakeTrainer }} />
        ) : null}
        {enquiry.order ? orderPanel : null}
        <SenderPanels enquiry={enquiry} />
        <ConversationPanel key={enquiry.messages.length} enquiry={enquiry} press={press} templates={templates} />
        {enquiry.order ? null : orderPanel}
      </RecordSides>
    </>
  )
}

function Quotes({ quotes }: Pick<Data['enquiry'], 'quotes'>) {
  const { states } = useDeskTexts('quotes')
  const lang = useLang()
  return quotes.map(({ id, number, state }) => (
    <div key={id}>
      <Link to={deskLink(lang, `quotes/${id}`)}>
        <bdi dir="ltr">{number}</bdi>
      </Link>{' '}
      <Badge tone={state === 'accepted' ? 'mint' : 'sand'}>{states[state]}</Badge>
    </div>
  ))
}

function Contact({ href, text }: { href: string; text: string }) {
  return (
    <a href={href}>
      <bdi dir="ltr">{text}</bdi>
    </a>
  )
}

function Changes({ enquiry, assignees }: Pick<Data, 'enquiry' | 'assignees'>) {
  const t = useDeskTexts('people')
  const { status, assignee } = enquiry
  const fields = { status: useCommandField('status'), assign: useCommandField('assign') }
  const isOpen = status === 'received' || status === 'handling'
  return (
    <Commands>
      <Change intent="assign" isOpen={isOpen && !assignee}>
        <SelectField
          {...fields.assign('assignee')}
          label={t.enquiry.assign.label}
          defaultValue={String(assignee?.id ?? '')}
          options={[
            ...(assignee ? [] : [{ value: '', label: t.enquiries.nobody }]),
            ...assignees.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          required
        />
      </Change>
      <Change intent="status">
        <SelectField
          {...fields.status('status')}
          label={t.enquiry.status.label}
          defaultValue={status}
          options={Object.entries(t.statuses).map(([value, label]) => ({ value, label }))}
          required
        />
      </Change>
      <Change intent="addNote" />
      <MergeCommand enquiry={enquiry} />
    </Commands>
  )
}

/** A command with a note; of a note alone it is required. */
function Change({
  intent,
  isOpen = false,
  children,
}: {
  intent: 'status' | 'assign' | 'addNote'
  isOpen?: boolean
  children?: React.ReactNode
}) {
  const t = useDeskTexts('people')
  const field = useCommandField(intent)
  const { title, happens, submit } = t.enquiry[intent]
  const labels = { status: t.enquiry.status.label, assignee: t.enquiry.assign.label, note: t.note }
  return (
    <Command intent={intent} title={title} happens={happens} submit={submit} labels={labels} isOpen={isOpen}>
      {children}
      <TextAreaField {...field('note')} label={t.note} rows={3} required={intent === 'addNote'} />
    </Command>
  )
}

function History({ events }: { events: Data['enquiry']['history'] }) {
  const t = useDeskTexts('people')
  const work = useDeskTexts('enquiries')
  const lang = useLang()
  return (
    <Trail
      events={events
        .map(({ at, by, status, assignee, note, mergedWith, quote }, index) => ({
          key: index,
          title: quote ? (
            <>
              {t.enquiry.quoteSteps[quote.step]}{' '}
              <Link to={deskLink(lang, `quotes/${quote.id}`)}>
                <bdi dir="ltr">{quote.number}</bdi>
              </Link>
            </>
          ) : (
            [
              ...(status ? [t.enquiry.statusNow(t.statuses[status])] : []),
              ...(assignee ? [t.enquiry.assignedTo(assignee.name)] : []),
              ...(mergedWith ? [work.merging.mergedWith(mergedWith)] : []),
            ].join(' · ') || t.enquiry.noted
          ),
          when: <Moment iso={at} />,
          // Who sent or answered a quote stands on its own page.
          who: quote && !by ? null : <bdi>{by?.name ?? t.by}</bdi>,
          detail: note ? (
            <p>
              <bdi className={styles.value}>{note}</bdi>
            </p>
          ) : null,
        }))
        .reverse()}
    />
  )
}
