import type { profile as source } from '../ar/profile.ts'
import { pluralEn } from '../format.ts'

export const profile: typeof source = {
  navigation: 'Sections of my account',
  sections: {
    person: 'My details',
    security: 'Security and sign-in',
    orders: 'My orders',
    notifications: 'Notifications',
    data: 'My data',
  },

  notifications: {
    title: 'Notifications',
    lead: 'Who mentioned you, and what was written where you follow.',
    unread: (n) => pluralEn(n, '{n} unread notification', '{n} unread notifications'),
    isUnread: 'New',
    did: { mention: 'mentioned you in', comment: 'commented on' },
    markRead: 'Mark all as read',
    read: 'All are marked as read.',
    gone: 'What this notification tells of is no longer published.',
    emptyTitle: 'No notifications yet',
    emptyBody: 'When somebody mentions you or comments where you follow, you will find it here.',
    browse: 'Browse the community',
    choices: {
      title: 'Emails to you',
      lead: 'Choose what reaches your inbox, and when. What is sent at once comes in one email in a quarter of an hour at most. Notifications here stay as they are.',
      mentions: 'When somebody mentions you',
      comments: 'When somebody comments where you follow',
      when: { 'at-once': 'At once', daily: 'One summary each morning', none: 'No emails' },
      followOwn: 'Follow my own posts and what I comment on',
      save: 'Save',
      saved: 'Your choice was saved.',
    },
  },

  unsubscribe: {
    title: 'Stop emails',
    asks: {
      mentions: 'Stop the emails that you get when somebody mentions you?',
      comments: 'Stop the emails about new comments where you follow?',
      all: 'Stop all emails about notifications?',
    },
    stays:
      'Notifications stay in your account, and emails about your orders and your account’s security still reach you.',
    submit: 'Stop the emails',
    done: 'The emails are stopped',
    doneBody: 'You will get no more emails of this kind. You can turn them on again in your account’s notifications.',
    choices: 'Notification choices',
    wrong:
      'This link is incomplete or wrong. Open it from the email again, or change your choices in your account’s notifications.',
  },

  person: {
    title: 'My details',
    lead: 'Your name and picture, as the institute and the readers of your reviews and posts see them.',
    email: 'Email',
    emailStays:
      'We know your account by this address, and your orders and certificates hang on it, so it cannot be changed.',
    saved: {
      names: 'Your details are saved.',
      picture: 'Your picture is saved.',
      noPicture: 'Your picture is removed.',
    },
  },

  names: {
    title: 'Name',
    fields: { firstName: 'First name', lastName: 'Last name', userName: 'Name that others see' },
    userNameHint: 'It stands beside your reviews and posts. Leave it empty to show your full name.',
    save: 'Save',
    unsaved: 'You have unsaved changes.',
  },

  picture: {
    title: 'Profile picture',
    hint: 'JPEG, PNG or WebP, up to 8 MB.',
    choose: 'Choose a picture',
    change: 'Change picture',
    upload: 'Upload picture',
    remove: 'Remove picture',
  },

  security: {
    title: 'Security and sign-in',
    lead: 'How you get into your account, and what guards it.',
    passwordSet: 'Your password is set, and all other devices are signed out.',
    passwordChanged: 'Your password is changed, and all other devices are signed out.',
    guards: {
      phone: { title: 'Mobile number', body: 'Where we send verification codes.' },
      'two-factor': {
        title: 'Two-factor authentication',
        body: 'A second step after the password keeps strangers out.',
      },
      passkeys: { title: 'Passkeys', body: 'Sign in with your fingerprint, face or device PIN.' },
      connections: { title: 'Connected accounts', body: 'Sign in with an account that you have elsewhere.' },
      sessions: { title: 'Devices and sessions', body: 'Where your account is signed in.' },
    },
    on: 'On',
    off: 'Off',
    verified: 'Verified',
    unverified: 'Not verified',
    none: 'None',
    count: (n) => String(n),
  },

  password: {
    change: 'Change password',
    set: 'Set a password',
    lead: 'Changing it signs out every other device, and we tell you by email.',
    setLead: 'You sign in without a password now. Set one to be able to sign in with it as well.',
    fields: {
      currentPassword: 'Current password',
      password: 'New password',
      confirmPassword: 'Confirm the new password',
    },
    submit: 'Change password',
    submitSet: 'Set password',
  },

  orders: {
    title: 'My orders',
    lead: 'Everything you ordered, and how each order stands.',
    count: (n) => pluralEn(n, '{n} order', '{n} orders'),
    reference: 'Order number',
    placed: 'Ordered on',
    total: 'Total',
    runs: 'Dates',
    format: 'Format',
    recorded: 'Recorded course',
    status: {
      pending: 'Waiting for payment',
      paid: 'Confirmed',
      refunded: 'Refunded',
      cancelled: 'Cancelled',
      expired: 'Time ran out',
      failed: 'Payment failed',
    },
    checking: 'Checking the payment',
    timeLeft: 'Time to pay:',
    timeOver: 'Time is up',
    resume: 'Continue to payment',
    cancel: 'Cancel order',
    details: 'Order details',
    complain: 'Complain about it',
    again: 'Order again',
    transfer: {
      waiting: 'Waiting for your transfer',
      received: 'Receipt being checked',
      declined: 'Needs another receipt',
      rest: 'Waiting for the rest of the amount',
      approved: 'Transfer approved',
    },
    transferDetails: 'Transfer details and receipt',
    until: (day) => `Your order is kept until ${day}.`,
    calendar: 'Add to calendar',
    refund: {
      ask: 'Ask for a refund',
      giveUp: 'Cancel your enrolment',
      until: (day) =>
        `You can do so until ${day}. Our team looks at it and answers by email; you stay enrolled until then.`,
      reason: 'Why you ask',
      send: 'Send the request',
      sendGiveUp: 'Send the request',
      sent: 'We have your request, and will answer by email.',
      requested: (day) => `You asked for a refund on ${day}; our team is looking at it.`,
      declined: 'The refund was not granted.',
      freeRequested: (day) => `You asked to cancel your enrolment on ${day}; our team is looking at it.`,
      freeDeclined: 'Your enrolment was not cancelled.',
      sending: (amount) => `We agreed to return ${amount}; the money is on its way to you.`,
      done: (amount, day) => `We returned ${amount} to you on ${day}.`,
      given: 'Your enrolment was cancelled, as you asked.',
      account: {
        give: 'Enter the account for your refund',
        change: 'Correct the account',
        given: (end) => `We return the money to the account that ends in ${end}.`,
        why: 'You paid by bank transfer, so we return the money by transfer. We store these details encrypted and delete them a month after the money went back.',
        iban: 'IBAN',
        ibanHint: 'A Saudi one begins with SA; you find it in your bank’s app.',
        holder: 'Name of the account holder, as the bank has it',
        save: 'Save the account',
        saved: 'We have saved the account and will return the money to it.',
      },
    },
    named: (action, course) => `${action}: ${course}`,
    cancelled: 'The order is cancelled.',
    emptyTitle: 'No orders yet',
    emptyBody: 'When you book a course you find it here, with its dates and its state.',
    browse: 'Browse courses',
  },

  data: {
    title: 'My data',
    lead: 'Take a copy of everything we keep about you, or end your account.',
    copy: {
      title: 'A copy of my data',
      lead: 'An archive with your account, orders, reviews, posts and sessions: one page to read in a browser, and tables for a spreadsheet.',
      download: 'Download the copy',
      later: 'You have just downloaded many copies. Try again in an hour.',
    },
    delete: {
      title: 'Delete my account',
      goesTitle: 'Erased at once',
      goes: [
        'Your name, email, mobile number and picture',
        'Your password and every way to sign in',
        'Your sessions on all devices',
        'The messages that we sent you',
        'Your name on reviews and posts',
      ],
      staysTitle: 'Stays',
      stays: [
        'The text of your reviews, posts and comments, without your name',
        'Paid orders, their invoices with your name as issued and their transfer receipts, which the law has us keep',
        'Your bank account for a refund that is not done yet, until we have returned the money',
      ],
      ordersTitle: 'You have running orders',
      unpaid: (n) =>
        pluralEn(
          n,
          'An order that is not paid yet will be cancelled.',
          '{n} orders that are not paid yet will be cancelled.',
        ),
      running: (n) =>
        pluralEn(
          n,
          'You are enrolled in a course that has not ended. We will not be able to write to you about it, and nothing is refunded by itself.',
          'You are enrolled in {n} courses that have not ended. We will not be able to write to you about them, and nothing is refunded by itself.',
        ),
      password: 'Password',
      sure: 'I understand that this is final and cannot be undone.',
      unsure: 'Confirm that you understand.',
      submit: 'Delete my account for good',
    },
  },

  deleted: {
    title: 'Your account is deleted',
    body: 'Your personal data is erased, and a last email that confirms it is on its way to you. You can open a new account with the same address whenever you like.',
    home: 'To the home page',
  },
}
