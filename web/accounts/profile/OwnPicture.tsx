import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { imageFormats, imageMaxBytes, megabytes, minImageHeight, minImageWidth } from '#shared/platform/files/limits.ts'
import { viewPath } from '#shared/platform/files/view.ts'
import { initials } from '#shared/platform/names/full-name.ts'
import { type KeptUpload, keptUploads } from '#web/forms/uploads/kept-uploads.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { FileField } from '#web/platform/ui/FileField.tsx'
import { Picture } from '#web/platform/ui/Picture.tsx'
import styles from './OwnPicture.module.css'
import { type Profile, portraitPlace, renewProfile } from './queries.ts'

const AvatarCrop = lazy(() => loadChunk(async () => ({ default: (await import('./AvatarCrop.tsx')).AvatarCrop })))

const limits = `${imageFormats.map((format) => format.toUpperCase()).join(', ')}, не меньше ${minImageWidth}×${minImageHeight} пикселей, до ${megabytes(imageMaxBytes)}`

/** The person's picture: choose, crop, delete. */
export function OwnPicture({ profile }: { profile: Profile }) {
  const change = useRef<HTMLButtonElement>(null)
  const [choosing, setChoosing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const [said, setSaid] = useState('')

  const opening = useMutation({
    mutationFn: async (file: File) => (await import('./open-picture.ts')).openPicture(file),
  })
  const [kept, setKept] = useState<KeptUpload>()
  const { mutate: open } = opening
  // A page that was closed during an upload has left the file here and its sent part on the server.
  useEffect(() => {
    let gone = false
    keptUploads(session.claims()?.test_id ?? 0, portraitPlace).then(([upload]) => {
      if (gone || !upload) return
      setKept(upload)
      open(upload.file)
    })
    return () => {
      gone = true
    }
  }, [open])
  const { data: picture, error: fault } = opening

  function choose([file]: File[]) {
    if (!file) return
    setSaid('')
    opening.mutate(file)
  }
  function close() {
    if (picture) URL.revokeObjectURL(picture.url)
    opening.reset()
    setKept(undefined)
  }
  async function changed(words: string) {
    await renewProfile()
    close()
    setChoosing(false)
    setSaid(words)
    change.current?.focus()
  }
  return (
    <div className={styles.own}>
      <Portrait profile={profile} />
      <div className={styles.actions}>
        <div className={styles.buttons}>
          <Button
            ref={change}
            kind="secondary"
            size="s"
            aria-expanded={choosing}
            onClick={() => {
              setChoosing(!choosing)
              opening.reset()
            }}
          >
            {profile.avatar ? 'Сменить фотографию' : 'Добавить фотографию'}
          </Button>
          {profile.avatar && (
            <Button kind="quiet" size="s" onClick={() => setRemoving(true)}>
              Убрать
            </Button>
          )}
        </div>
        <p aria-live="polite" className={styles.said}>
          {said}
        </p>
      </div>
      {choosing && (
        <div className={styles.file}>
          <FileField
            label="Файл с фотографией"
            name="avatar"
            value={[]}
            onAdd={choose}
            onRemove={() => {}}
            accept="image/jpeg,image/png,image/gif"
            limits={`${limits}.`}
            error={fault?.message}
          />
        </div>
      )}
      {picture && (
        <Suspense fallback={null}>
          <AvatarCrop
            picture={picture}
            kept={kept}
            onClose={close}
            onDone={() => void changed('Фотография сохранена')}
          />
        </Suspense>
      )}
      {removing && (
        <Confirm
          title="Убрать фотографию?"
          act="Убрать"
          danger
          send={() => api('DELETE /user/profile/avatar')}
          onDone={() => void changed('Фотография убрана')}
          onClose={() => setRemoving(false)}
        >
          <p>Вместо неё будут видны первые буквы имени. Сам файл удалится.</p>
        </Confirm>
      )}
    </div>
  )
}

function Portrait({ profile }: { profile: Profile }) {
  const { avatar, fio } = profile
  if (!avatar)
    return (
      <span className={styles.portrait} aria-hidden="true">
        {initials(fio)}
      </span>
    )
  return (
    <Picture
      className={styles.portrait}
      src={viewPath(256, avatar)}
      srcSet={`${viewPath(128, avatar)} 128w, ${viewPath(256, avatar)} 256w, ${viewPath(512, avatar)} 512w`}
      sizes="112px"
      width={112}
      height={112}
      alt="Ваша фотография"
    />
  )
}
