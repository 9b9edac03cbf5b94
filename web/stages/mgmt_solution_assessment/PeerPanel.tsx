export default function PeerPanel() {
  return null
}
