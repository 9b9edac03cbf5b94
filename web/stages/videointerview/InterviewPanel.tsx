export default function InterviewPanel() {
  return null
}
