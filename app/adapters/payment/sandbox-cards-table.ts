/** The test cards, each with a link that fills it in. */
import { html } from 'hono/html'
import type { Lang } from '../../locales/lang.ts'
import { CARD_GROUPS, type CardGroup, inGroups, TEST_CARDS, type TestCard } from './sandbox-cards.ts'
import { HOME, type Html } from './sandbox-frame.ts'
import { sandboxTexts } from './sandbox-texts.ts'

export function cardsTable(paymentId: string, lang: Lang, chosen: TestCard | undefined): Html {
  const texts = sandboxTexts[lang]
  return html`<section class="cards" aria-labelledby="cards">
    <h2 id="cards">${texts.cards}</h2>
    <p class="hint">${texts.cardsHint}</p>
    <table aria-labelledby="cards">
      <thead>
        <tr>
          <th scope="col">${texts.cardsHead.number}</th>
          <th scope="col">${texts.cardsHead.happens}</th>
          <th scope="col"><span class="unseen">${texts.cardsHead.use}</span></th>
        </tr>
      </thead>
      ${CARD_GROUPS.map((group) => rowsOf(group, paymentId, lang, chosen))}
    </table>
  </section>`
}

function rowsOf(group: CardGroup, paymentId: string, lang: Lang, chosen: TestCard | undefined): Html {
  return html`<tbody>
    <tr>
      <th class="group" scope="colgroup" colspan="3" data-group="${group}">${sandboxTexts[lang].groups[group]}</th>
    </tr>
    ${TEST_CARDS.filter((card) => card.group === group).map((card) => row(card, paymentId, lang, card === chosen))}
  </tbody>`
}

function row({ name, number }: TestCard, paymentId: string, lang: Lang, isChosen: boolean): Html {
  const { outcomes, use, namedUse } = sandboxTexts[lang]
  return html`<tr ${isChosen ? html`aria-current="true"` : ''}>
    <td class="digits"><bdi dir="ltr">${inGroups(number)}</bdi></td>
    <td>${outcomes[name]}</td>
    <td class="use">
      <a href="${HOME}/${paymentId}?lang=${lang}&amp;card=${number}" aria-label="${namedUse(outcomes[name])}">${use}</a>
    </td>
  </tr>`
}
