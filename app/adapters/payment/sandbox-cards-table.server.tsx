/** The test cards, each with a link that fills it in. */
import type { Lang } from '../../locales/lang.ts'
import { CARD_GROUPS, inGroups, TEST_CARDS, type TestCard } from './sandbox-cards.ts'
import { BASE_PATH } from './sandbox-layout.server.tsx'
import { sandboxTexts } from './sandbox-texts.ts'

type Props = { paymentId: string; lang: Lang; chosen: TestCard | undefined }

export function CardsTable({ paymentId, lang, chosen }: Props) {
  const { cards, cardsHint, cardsHead, groups } = sandboxTexts[lang]
  return (
    <section className="cards" aria-labelledby="cards">
      <h2 id="cards">{cards}</h2>
      <p className="hint">{cardsHint}</p>
      <table aria-labelledby="cards">
        <thead>
          <tr>
            <th scope="col">{cardsHead.number}</th>
            <th scope="col">{cardsHead.happens}</th>
            <th scope="col">
              <span className="unseen">{cardsHead.use}</span>
            </th>
          </tr>
        </thead>
        {CARD_GROUPS.map((group) => (
          <tbody key={group}>
            <tr>
              <th className="group" scope="colgroup" colSpan={3} data-group={group}>
                {groups[group]}
              </th>
            </tr>
            {TEST_CARDS.filter((card) => card.group === group).map((card) => (
              <Row key={card.name} card={card} paymentId={paymentId} lang={lang} isChosen={card === chosen} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

type RowProps = { card: TestCard; paymentId: string; lang: Lang; isChosen: boolean }

function Row({ card: { name, number }, paymentId, lang, isChosen }: RowProps) {
  const { outcomes, use, namedUse } = sandboxTexts[lang]
  return (
    <tr aria-current={isChosen || undefined}>
      <td className="digits">
        <bdi dir="ltr">{inGroups(number)}</bdi>
      </td>
      <td>{outcomes[name]}</td>
      <td className="use">
        <a href={`${BASE_PATH}/${paymentId}?lang=${lang}&card=${number}`} aria-label={namedUse(outcomes[name])}>
          {use}
        </a>
      </td>
    </tr>
  )
}
