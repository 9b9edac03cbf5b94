export default function MgmtProposalPanel() {
  return null
}
