import type { visits as Source } from '../../ar/desk/visits.ts'

export const visits: typeof Source = {
  title: 'Report of visits',
  lead: 'What visitors saw, where they came from and how far they came in buying, counted without cookies or personal data.',
  by: 'By',
  groupings: {
    day: 'Day',
    page: 'Page',
    source: 'Source',
    campaign: 'Campaign',
    search: 'Search',
    course: 'Course',
  },
  figures: {
    visits: 'Visits',
    views: 'Views',
    visitors: 'Visitors',
    searches: 'Searches',
    seen: 'Saw the page',
    started: 'Began to buy',
    ordered: 'Ordered',
    paid: 'Paid',
  },
  lost: 'Did not begin',
  percent: (share) => `${share}%`,
  before: 'Before',
  none: {
    day: '—',
    page: '—',
    source: 'Direct, or without a source',
    campaign: 'No campaign',
    search: '—',
    course: '—',
  },
  total: 'Total',
  others: (count) => `Others (${count})`,
  compared: (from, to) => `“Before” is from ${from} to ${to}.`,
  charts: {
    day: 'Visits day by day',
    page: 'Pages viewed most',
    source: 'Visits by source',
    campaign: 'Visits by campaign',
    search: 'What was searched for most',
    course: 'Visitors of each course’s page',
  },
  chartBars: 'The dark bar is the period; the thin one beneath it is the period before.',
  lastBars: (shown, all) => `The chart shows the last ${shown} of ${all} days, the table all of them.`,
  firstBars: (shown, all) => `The chart shows the ${shown} largest of ${all}, the table all of them.`,
  meanings: {
    day: 'A visit is a visitor who came from a source on a day. Whoever comes from two counts twice; programs are not counted.',
    page: 'A visitor counts once a day for each page. Pages of orders and accounts are counted together, so that they name nobody.',
    source:
      'The site that has the link, as the browser says. Whoever typed the address, or came from an app or a mail, has no source.',
    campaign:
      'The campaign as in utm_source, utm_medium and utm_campaign of the link. Whoever came by it and ordered on the same day with the same device is counted for it. Whoever saw the pages of three courses counts three times in “Saw the page”. Orders are counted within minutes.',
    search:
      'What was typed into search fields, without numbers and addresses. Spellings of an Arabic word are counted as one: إدارة and ادارة appear as اداره.',
    course:
      'Whoever saw the page of the course, or opened the page of the order, counts once a day; orders and payments are those of the sales.',
  },
  nothing: 'No visits in this period',
  nothingBody: 'Choose another period. Visits are counted from the day on which this version began to run.',
}
