import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls'
import { StartRefused } from '#server/platform/config/start-refused.ts'

/** Paths of PEM files. */
export interface TlsFiles {
  cert: string
  key: string
}

/** Only ciphers with forward secrecy that authenticate the encrypted data. */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

/** Throws `StartRefused` when the certificate or its key cannot be used. */
export function tlsOptions({ cert, key }: TlsFiles): SecureContextOptions {
  const options: SecureContextOptions = {
    cert: readPem('TLS_CERT', cert),
    key: readPem('TLS_KEY', key),
    ciphers,
    minVersion: 'TLSv1.2',
  }
  try {
    createSecureContext(options)
    return options
  } catch (error) {
    const { code } = error as { code?: string }
    const reason =
      code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'
        ? `Ключ ${key} не подходит к сертификату ${cert}.`
        : `Сертификат ${cert} или ключ ${key} повреждён: нужны файлы PEM, ключ без пароля.`
    throw new StartRefused(`${reason} Проверьте TLS_CERT и TLS_KEY.`, { cause: error })
  }
}

function readPem(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new StartRefused(`Файл ${path} из ${name} не читается (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    })
  }
}

const lookEveryMs = 2000

/**
 * Uses a renewed certificate for new connections. Files that cannot be used, for example while only one of the two has
 * been written, are reported to `onError`, and the earlier certificate stays in use.
 */
export function followCertificate(server: Server, files: TlsFiles, onError: (error: unknown) => void): void {
  const renew = () => {
    try {
      server.setSecureContext(tlsOptions(files))
    } catch (error) {
      onError(error)
    }
  }
  for (const file of [files.cert, files.key]) watchFile(file, { interval: lookEveryMs, persistent: false }, renew)
  server.once('close', () => {
    for (const file of [files.cert, files.key]) unwatchFile(file, renew)
  })
}
