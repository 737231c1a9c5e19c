export default function OrderCanceledPage() {
  return <main id="content">OrderCanceledPage</main>
}
