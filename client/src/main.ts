import './themes/tokens.css'
import './app/base.css'
import { mount } from 'svelte'
import App from './app/App.svelte'
import { ensureSprite } from './board/pieces'

ensureSprite()
const target = document.getElementById('app')
if (target) mount(App, { target })
