import { formatNumber } from '../../locales/format.ts'
import { ContentText } from '../../ui/content/content-text.tsx'

/** A number of the institute in a list of such: `12400` reads `12,400`, other values stand as written, left to right. */
export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>
        <ContentText>{label}</ContentText>
      </dt>
      <dd>
        <bdi dir="ltr">{/^\d+$/.test(value) ? formatNumber(Number(value)) : value}</bdi>
      </dd>
    </>
  )
}
