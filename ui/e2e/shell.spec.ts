import { expect, test } from './server'

test('the address says whose memory is shown; language and colours are kept', async ({ page, server, user }) => {
  const other = `${user}-2`
  await server.state(user, 'Maya likes figs.')
  await server.state(other, 'Noor likes snow.')
  await page.goto(`/?user=${user}`)
  await page.getByRole('combobox', { name: 'Whose memory' }).selectOption(other)
  await expect(page).toHaveURL(new RegExp(`user=${other}`))
  await expect(page.getByRole('option', { name: /snow/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('option', { name: /figs/ })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Review' }).click()
  await expect(page).toHaveURL(new RegExp(`/review\\?user=${user}`))

  const phone = page.viewportSize()!.width < 760
  const menu = async () => { if (phone) await page.getByRole('button', { name: /Menu|菜单/ }).click() }
  await menu()
  await page.getByRole('button', { name: 'Language' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('审核')
  await page.getByRole('button', { name: /配色/ }).click()
  await page.getByRole('button', { name: /配色/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('审核')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await page.goto('/nowhere')
  await expect(page.getByRole('link', { name: '前往记忆' })).toBeVisible()
})
