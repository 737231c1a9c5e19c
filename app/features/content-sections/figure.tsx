import { formatNumber } from '../../locales/format.ts'
import { ContentText } from '../../ui/content/content-text.tsx'

/** A figure in a list: `12400` is shown as `12,400`; other values are shown as written, left to right. */
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
