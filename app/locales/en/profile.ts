import type { profile as source } from '../ar/profile.ts'
import { pluralEn } from '../format.ts'

export const profile: typeof source = {
  navigation: 'Sections of my account',
  sections: {
    courses: 'My courses',
    saved: 'Saved courses',
    person: 'My details',
    security: 'Security and sign-in',
    orders: 'My orders',
    certificates: 'My certificates',
    enquiries: 'My messages',
    notifications: 'Notifications',
    data: 'My data',
  },

  saved: {
    title: 'Saved courses',
    lead: 'Courses that you saved to come back to. Only you see them.',
    emptyTitle: 'You have not saved a course yet',
    emptyBody: 'The page of each course has a button “Save course”; what you save is listed here.',
    browse: 'Browse courses',
    remove: 'Remove',
    removeOf: (name) => `Remove from saved courses: ${name}`,
    askTitle: 'Do you want to save the course?',
    ask: 'Save course',
  },

  notifications: {
    title: 'Notifications',
    lead: 'Who mentioned you, what was written where you follow, and your certificates when they are issued.',
    unread: (n) => pluralEn(n, '{n} unread notification', '{n} unread notifications'),
    isUnread: 'New',
    did: {
      mention: 'mentioned you in',
      reply: 'answered your comment on',
      comment: 'commented on',
      certificate: 'Your certificate is issued:',
    },
    markRead: 'Mark all as read',
    read: 'All are marked as read.',
    gone: 'What this notification tells of is no longer there.',
    emptyTitle: 'No notifications yet',
    emptyBody:
      'When somebody mentions you, answers you or comments where you follow, or a certificate is issued to you, you will find it here.',
    browse: 'Browse the community',
    choices: {
      title: 'Emails to you',
      lead: 'Choose what reaches your inbox, and when. What is sent at once comes in one email in a quarter of an hour at most. Notifications here stay as they are.',
      mentions: 'When somebody mentions you or answers your comment',
      comments: 'When somebody comments where you follow',
      when: { 'at-once': 'At once', daily: 'One summary each morning', none: 'No emails' },
      news: 'News of the institute and its courses',
      followOwn: 'Follow my own posts and what I comment on',
      save: 'Save',
      saved: 'Your choice was saved.',
    },
  },

  unsubscribe: {
    title: 'Stop emails',
    asks: {
      mentions: 'Stop the emails that you get when somebody mentions you or answers your comment?',
      comments: 'Stop the emails about new comments where you follow?',
      news: 'Stop the news of the institute and its courses?',
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
    waiting: {
      title: 'Waiting lists',
      starts: (day) => `Starts ${day}`,
      place: (n) => `Your place: ${n}`,
      leave: 'Leave the list',
      left: 'You have left the waiting list.',
    },
    title: 'My orders',
    lead: 'Everything you ordered, and how each order stands.',
    count: (n) => pluralEn(n, '{n} order', '{n} orders'),
    reference: 'Order number',
    placed: 'Ordered on',
    terms: 'Terms when ordered',
    termsVersion: (version, day) => `Version ${version}, of ${day}`,
    total: 'Total',
    nothingToPay: 'Nothing to pay',
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
    moved: 'Moved to another order',
    ended: 'Ended',
    checking: 'Checking the payment',
    timeLeft: 'Time to pay:',
    timeOver: 'Time is up',
    resume: 'Continue to payment',
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
      sendingLater: (amount) => `We agreed to return ${amount}, and send it once you have given us your account.`,
      sendingRest: (amount, sent) =>
        `We agreed to return ${amount}. ${sent} has been sent, and we write to you when the rest is.`,
      transferring: (amount) =>
        `We agreed to return ${amount}; our team transfers it to your account, and we write to you then.`,
      willEnd: 'Your enrolment ends once it is sent.',
      done: (amount, day) => `We returned ${amount} to you on ${day}.`,
      chargedBack: (amount, day) => `The bank took ${amount} back from us on ${day}, after the payment was disputed.`,
      given: 'Your enrolment was cancelled, as you asked.',
      withdrawn: (day) => `You withdrew your refund request on ${day}, and stay enrolled.`,
      freeWithdrawn: (day) => `You withdrew your request to cancel on ${day}, and stay enrolled.`,
      withdrawal: {
        ask: 'Withdraw the refund request',
        askFree: 'Withdraw the request to cancel',
        means:
          'Our team stops looking at it and you stay enrolled. You can ask again only while the time for it lasts.',
        confirm: 'Yes, withdraw it',
        done: 'You withdrew the request, and stay enrolled.',
      },
      account: {
        needed: 'We need your bank account for the refund',
        neededWhy: 'We return this money by bank transfer, not to a card.',
        give: 'Enter the account for your refund',
        change: 'Correct the account',
        given: (end) => `We return the money to the account that ends in ${end}.`,
        ifAgreed: (end) => `If we agree, we return the money to the account that ends in ${end}.`,
        why: 'We return the money by bank transfer. We store these details encrypted and delete them a month after the money went back.',
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
        'Your certificates with number, course and date but without your name, so that they no longer prove anything about you: download them first',
        'Paid orders, their invoices with your name as issued and their transfer receipts, which the law has us keep',
        'What you sent to us, such as messages and complaints, for the time that the privacy policy names',
        'Your bank account for a refund that is not done yet, until we have returned the money',
      ],
      refundGoes: (n) =>
        pluralEn(
          n,
          'What you wrote with your open refund request; we cannot write to you about it any more',
          'What you wrote with your {n} open refund requests; we cannot write to you about them any more',
        ),
      refundStays: (n) =>
        pluralEn(
          n,
          'Your open refund request itself: if we agree, the money goes back the way you paid',
          'Your {n} open refund requests themselves: where we agree, the money goes back the way you paid',
        ),
      lacksAccount:
        'A refund of a bank transfer still needs your bank account: enter it under My orders first, or we cannot return the money.',
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
    body: 'Your account is erased, except for what stays, such as invoices and what you sent to us. A last email that confirms it is on its way to you. You can open a new account with the same address whenever you like.',
    home: 'To the home page',
  },
}
