import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from './Button.tsx'

interface AttachedFileProps {
  name: string
  onDownload: () => Promise<void>
}

/** A link to a file by its name; the download sends the token, which a plain link would not send. */
export function AttachedFile({ name, onDownload }: AttachedFileProps) {
  const [downloading, setDownloading] = useState(false)

  async function download(): Promise<void> {
    setDownloading(true)
    try {
      await onDownload()
    } catch (error) {
      showBanner(failureText(error))
    } finally {
      setDownloading(false)
    }
  }

  return (
    <Button
      kind="secondary"
      size="s"
      icon={<FileText aria-hidden="true" />}
      pending={downloading}
      pendingText="Скачиваем файл…"
      onClick={() => void download()}
    >
      {name}
    </Button>
  )
}
