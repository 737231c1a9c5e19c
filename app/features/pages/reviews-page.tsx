export default function ReviewsPage() {
  return <main id="content">ReviewsPage</main>
}
