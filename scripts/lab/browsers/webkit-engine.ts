/** WebKitGTK, driven by its WebDriver on a virtual display. */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { Builder, By, type WebDriver } from 'selenium-webdriver'
import { actOn, type Engine, PHONE, waitFor } from './engine.ts'

/** The display's size: a window can be no larger. */
const SCREEN = '1280x1024x24'
/** Collects the errors that nothing catches, from the moment that a page has begun. */
const LISTEN = `if (!window.uncaught) {
  window.uncaught = []
  addEventListener('error', ({ message }) => message && window.uncaught.push(message))
  addEventListener('unhandledrejection', ({ reason }) => window.uncaught.push(String(reason)))
}`

export async function startWebKit(programs: { driver: string; xvfb: string }): Promise<Engine> {
  const xvfb = spawn(programs.xvfb, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((found, failed) => {
    xvfb.stdio[3]?.once('data', (number: Buffer) => found(`:${String(number).trim()}`))
    xvfb.once('exit', (code) => failed(new Error(`Xvfb ended with ${code}.`)))
  })
  const port = await freePort()
  const driver = spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      // No graphics card and no session of a desktop.
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      GSETTINGS_BACKEND: 'memory',
    },
  })
  const stop = () => stopAll([driver, xvfb])
  try {
    const server = `http://127.0.0.1:${port}`
    await untilAnswers(`${server}/status`)
    const session = await new Builder()
      .usingServer(server)
      .withCapabilities({ browserName: 'MiniBrowser', pageLoadStrategy: 'none' })
      .build()
    return await engineOf(session, stop)
  } catch (error) {
    stop()
    throw error
  }
}

async function engineOf(session: WebDriver, stop: () => void): Promise<Engine> {
  await session
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...PHONE })
  const read = <Value>(expression: string) => session.executeScript<Value>(`return (${expression})`)
  const errors: string[] = []
  const collect = async () => {
    const found = await read<string[] | null>('window.uncaught ? window.uncaught.splice(0) : null')
    errors.push(...(found ?? []))
  }
  const engine: Engine = {
    name: 'WebKit',
    version: (await session.getCapabilities()).getBrowserVersion() ?? '',
    open: async (url) => {
      await collect()
      await session.get(url)
      await session.executeScript(LISTEN)
    },
    read,
    press: (xpath) => actOn(engine, xpath, () => session.findElement(By.xpath(xpath)).click()),
    type: (xpath, text) => actOn(engine, xpath, () => session.findElement(By.xpath(xpath)).sendKeys(text)),
    inFrame: async (xpath, act) => {
      await waitFor(engine, xpath)
      await session.switchTo().frame(session.findElement(By.xpath(xpath)))
      try {
        await act()
      } finally {
        await session.switchTo().defaultContent()
      }
    },
    setOffline: null,
    takeErrors: async () => {
      await collect()
      return errors.splice(0)
    },
    savePicture: async (file) => writeFileSync(file, await session.takeScreenshot(), 'base64'),
    stop: async () => {
      await session.quit().catch(() => undefined)
      stop()
    },
  }
  return engine
}

function stopAll(programs: readonly ChildProcess[]): void {
  for (const program of programs) program.kill('SIGTERM')
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}

async function untilAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const isUp = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isUp) return
    await new Promise((next) => setTimeout(next, 100))
  }
  throw new Error('WebKitWebDriver did not answer within 5 s.')
}
