import FileText from 'lucide-react/icons/file-text'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from './Button.tsx'

interface AttachedFileProps {
  name: string
  onDownload: () => Promise<void>
}

/** A file of somebody's, by its name; it is downloaded with the token, which a plain link would not send. */
export function AttachedFile({ name, onDownload }: AttachedFileProps) {
  return (
    <Button
      kind="secondary"
      size="s"
      icon={<FileText aria-hidden="true" />}
      onClick={() => void onDownload().catch((error: unknown) => showBanner(failureText(error)))}
    >
      {name}
    </Button>
  )
}
