import { useQuery } from '@tanstack/react-query'
import { quoted } from '#shared/platform/text/quoted.ts'
import { articleQuery } from '#web/help/faq/queries.ts'
import { SafeHtml } from '#web/platform/html/SafeHtml.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'

interface TheirTextProps {
  competition: string
  path: string
  onSaveOver: (version: number) => void
  pending: boolean
}

/** Another editor saved first: shows that text beside the person's own, so that nothing is lost. */
export function TheirText({ competition, path, onSaveOver, pending }: TheirTextProps) {
  const { data } = useQuery({ ...articleQuery(competition, path), staleTime: 0, refetchOnMount: 'always' })
  return (
    <Notice
      tone="warning"
      role="alert"
      title="Пока вы писали, статью сохранил другой редактор"
      actions={
        data && (
          <Button kind="secondary" size="s" pending={pending} onClick={() => onSaveOver(data.version)}>
            Сохранить мой текст вместо этого
          </Button>
        )
      }
    >
      {data ? (
        <Disclosure says={`Посмотреть сохранённый текст: ${quoted(data.title)}`}>
          <SafeHtml html={data.text} />
        </Disclosure>
      ) : (
        <Skeleton lines={2} />
      )}
    </Notice>
  )
}
