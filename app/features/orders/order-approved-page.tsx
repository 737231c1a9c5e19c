export default function OrderApprovedPage() {
  return <main id="content">OrderApprovedPage</main>
}
