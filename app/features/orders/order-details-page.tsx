export default function OrderDetailsPage() {
  return <main id="content">OrderDetailsPage</main>
}
